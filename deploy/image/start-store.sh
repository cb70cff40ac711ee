#!/bin/sh
# Ceph's S3 gateway with its cluster, in one container: made at the first start, started on its data after that.
# The daemons talk over loopback. One copy of each object: a disk that fails takes them with it, so back it up.
set -eu
home=${STORE_HOME:-/var/lib/cairn-store}
conf=$home/ceph.conf
port=${STORE_PORT:-8000}
base=${STORE_BASE_PORT:-13300}
mkdir -p "$home/mon" "$home/mgr" "$home/osd0" "$home/rgw" "$home/run"
rm -f "$home"/run/*
[ -s "$home/fsid" ] || uuidgen > "$home/fsid"
address="[v2:127.0.0.1:$base,v1:127.0.0.1:$((base + 1))]"

cat > "$conf" <<CONF
[global]
fsid = $(cat "$home/fsid")
mon host = $address
public addr = 127.0.0.1
cluster addr = 127.0.0.1
ms bind ipv6 = false
ms bind port min = $((base + 10))
ms bind port max = $((base + 90))
auth cluster required = none
auth service required = none
auth client required = none
mon allow pool size one = true
mon warn on pool no redundancy = false
osd pool default size = 1
osd pool default min size = 1
osd pool default pg num = 8
osd pool default pgp num = 8
osd pool default pg autoscale mode = off
osd crush chooseleaf type = 0
bluestore block size = $((${STORE_GB:-100} * 1024 * 1024 * 1024))
osd memory target = 2147483648
mon data = $home/mon
mgr data = $home/mgr
osd data = $home/osd\$id
rgw data = $home/rgw
run dir = $home/run
admin socket = $home/run/\$name.asok
keyring = $home/keyring
log to file = false
log to stderr = true
mon cluster log to file = false
debug rocksdb = 0
[client.rgw.a]
rgw frontends = beast endpoint=${STORE_BIND:-0.0.0.0}:$port
rgw dns name = ${STORE_NAME:?}
ms mon client mode = crc
CONF
touch "$home/keyring"

is_new=
if [ ! -e "$home/complete" ]; then
  is_new=yes
  rm -rf "$home"/mon/* "$home"/osd0/*
  monmaptool --create --clobber --fsid "$(cat "$home/fsid")" --addv a "$address" "$home/monmap"
  ceph-mon -c "$conf" --mkfs -i a --monmap "$home/monmap"
fi

stop() { kill $mon $osd $mgr $rgw 2>/dev/null || true; }
mon= osd= mgr= rgw=
trap 'stop; exit 0' TERM INT
ceph-mon -f -c "$conf" -i a & mon=$!
if [ "$is_new" ]; then
  id=$(uuidgen)
  ceph -c "$conf" --connect-timeout 60 osd new "$id"
  ceph-osd -c "$conf" -i 0 --mkfs --osd-uuid "$id"
fi
ceph-osd -f -c "$conf" -i 0 & osd=$!
ceph-mgr -f -c "$conf" -i x & mgr=$!

# The owner creates the buckets; the others get what the policies of `cairn setup` give them.
create_user() {
  radosgw-admin -c "$conf" user create --uid="$1" --display-name="$1" --access-key="$1" --secret="$2" --max-buckets="$3" > /dev/null
}
if [ "$is_new" ]; then
  create_user cairn-owner "${OWNER_SECRET:?}" 10
  create_user cairn-upload "${UPLOAD_SECRET:?}" -1
  create_user cairn-web "${WEB_SECRET:?}" -1
  create_user cairn-worker "${WORKER_SECRET:?}" -1
  touch "$home/complete"
fi
radosgw -f -c "$conf" -n client.rgw.a & rgw=$!

# When one daemon ends the container ends, and the engine starts all of them again.
while kill -0 $mon $osd $mgr $rgw 2>/dev/null; do
  sleep 2 & wait $!
done
stop
exit 1
