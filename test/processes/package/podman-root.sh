#!/bin/sh
# podman for container.long.ts on a machine that has none and reaches no registry of images: a root of Debian's
# packages with podman in it, base images made of the same packages in place of those that the Containerfile names,
# and programs `podman` and `docker-compose` that run there. As root, with debootstrap, after `npm ci`:
#
#   test/processes/package/podman-root.sh make /var/tmp/podman-root
#   export PATH=/var/tmp/podman-root/bin:$PATH TIDEMILL_PODMAN_BUILD='--network host'
#   node --test test/processes/package/container.long.ts
#   test/processes/package/podman-root.sh remove /var/tmp/podman-root
set -eu
[ $# -eq 2 ] || { echo "podman-root.sh make|remove FOLDER" >&2; exit 2; }
repository=$(CDPATH='' cd -- "$(dirname "$0")/../../.." && pwd -P)
mkdir -p "$2"
folder=$(CDPATH='' cd -- "$2" && pwd -P)
root=$folder/root
names=$folder/namespace
suite=trixie
# In minimal roots nothing asks.
export DEBIAN_FRONTEND=noninteractive

make_root() {
  debootstrap --variant=minbase "$suite" "$root"
  rm -rf "$root"/var/cache/apt/archives/*.deb
  # Before podman is in it, the root is what the images are made of.
  tar -C "$root" --one-file-system --exclude=./dev/* --create --file "$folder/debian.tar" .
  chroot "$root" apt-get update
  chroot "$root" apt-get install --yes --no-install-recommends podman crun netavark docker-compose
  mkdir -p "$root$repository"
}

# A mount namespace of its own, whose root this is: a program that enters a container finds its root by that. It lasts
# as long as the file that names it is mounted.
make_namespace() {
  mkdir -p "$names"
  mount --bind "$names" "$names"
  mount --make-private "$names"
  touch "$names/mounts"
  unshare --mount="$names/mounts" /bin/sh -eu -c '
    mount --bind "$1" "$1"
    mount -t proc proc "$1/proc"
    mount --rbind /dev "$1/dev"
    mount -t sysfs sysfs "$1/sys"
    # The one hierarchy of control groups that crun takes beside no other.
    mount -t cgroup2 cgroup2 "$1/sys/fs/cgroup"
    mount --bind "$2" "$1$2"
    mkdir -p "$1/former"
    cd "$1"
    pivot_root . former
    umount --lazy /former
  ' - "$root" "$repository"
}

# Soft and hard, as podman has it; nothing here may raise them.
limit() {
  sed -n "s/^Max $1 *\([0-9]*\) *\([0-9]*\).*/\1:\2/p" /proc/self/limits
}

# No groups: where the hierarchies of old are in use, the new one has no controllers.
write_programs() {
  mkdir -p "$root/etc/containers" "$folder/bin"
  cat >"$root/etc/containers/containers.conf" <<END
[containers]
cgroups = "disabled"
pids_limit = 0
default_ulimits = ["nofile=$(limit 'open files')", "nproc=$(limit 'processes')"]
END
  for program in podman docker-compose; do
    cat >"$folder/bin/$program" <<END
#!/bin/sh
exec nsenter --mount="$names/mounts" /bin/sh -c 'cd "\$0" && exec $program "\$@"' "\$PWD" "\$@"
END
    chmod 755 "$folder/bin/$program"
  done
}

make_images() {
  cp "$folder/debian.tar" "$root/var/tmp/debian.tar"
  podman import /var/tmp/debian.tar "docker.io/library/debian:$suite-slim"
  rm "$root/var/tmp/debian.tar"
  # With npm, as the image of Node has it, and with the certificates of this machine.
  context=$root/var/tmp/node
  mkdir -p "$context"
  cp -L "$repository/node_modules/.bin/node" "$context/node"
  cp /etc/ssl/certs/ca-certificates.crt "$context/certificates.crt"
  (cd "$context" && npm pack --silent npm@11 >/dev/null && mv npm-*.tgz npm.tgz)
  cat >"$context/Containerfile" <<END
FROM docker.io/library/debian:$suite-slim
RUN apt-get update && apt-get install --yes --no-install-recommends libatomic1
COPY certificates.crt /etc/ssl/certs/ca-certificates.crt
COPY node npm.tgz /usr/local/bin/
RUN mkdir /usr/local/lib/npm && tar -xzf /usr/local/bin/npm.tgz --strip-components=1 -C /usr/local/lib/npm \\
  && ln -s ../lib/npm/bin/npm-cli.js /usr/local/bin/npm && ln -s ../lib/npm/bin/npx-cli.js /usr/local/bin/npx
ENV NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt
END
  podman build --network host -t docker.io/library/node:26-"$suite"-slim /var/tmp/node
}

podman() {
  (cd / && "$folder/bin/podman" "$@")
}

case $1 in
  make)
    [ -e "$root/bin" ] || make_root
    mountpoint -q "$names" || make_namespace
    write_programs
    make_images
    ;;
  remove)
    if mountpoint -q "$names"; then umount --recursive "$names"; fi
    rm -rf --one-file-system "$root" "$names" "$folder/bin" "$folder/debian.tar"
    ;;
  *)
    echo "podman-root.sh make|remove FOLDER" >&2
    exit 2
    ;;
esac
