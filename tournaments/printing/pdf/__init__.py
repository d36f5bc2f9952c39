"""PDF output for clubs: values in, the bytes of a black-and-white PDF out."""
