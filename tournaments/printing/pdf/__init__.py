"""What a club puts on the wall and into hands: values in, the bytes of a PDF out, black on white."""
