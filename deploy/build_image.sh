#!/bin/sh
# Build the image `crawford` with buildah: `make image`.
#
# Where no registry can be reached the base image is made first, by debootstrap, as Debian's own Python, under the name that
# the Containerfile asks for. Needs root then. BUILDAH_OPTIONS are further options of `buildah build`, such as --volume for
# certificates or a pip.conf.
set -eu
cd "$(dirname "$0")/.."
base=$(sed -n 's/^FROM \(.*\) AS made$/\1/p' deploy/Containerfile)
root=var/image/base

make_base() {
    echo "No registry has $base: making it from Debian's packages ..."
    if [ ! -e "$root.tar" ]; then
        rm -rf "$root" && mkdir -p "$root"
        debootstrap --variant=minbase --include=python3,python3-venv,ca-certificates bookworm "$root"
        ln -sf python3 "$root/usr/bin/python"
        tar -C "$root" -cf "$root.tar" . && rm -rf "$root"
    fi
    container=$(buildah from scratch)
    buildah add --quiet "$container" "$root.tar" /
    buildah config --env PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin "$container"
    buildah commit --quiet --rm "$container" "$base"
}

buildah inspect --type image "$base" >/dev/null 2>&1 || buildah pull --quiet "$base" 2>/dev/null || make_base

# The format of Docker keeps the health check.
buildah build --format docker --isolation chroot --pull-never --file deploy/Containerfile --tag crawford ${BUILDAH_OPTIONS:-} .
