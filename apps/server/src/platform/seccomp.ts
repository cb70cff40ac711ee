/**
 * The system-call filter of the sandbox, as a classic BPF program for seccomp(2). Converters need none of
 * these calls, and each has been a way out of a container: new namespaces, mounts, tracing, kernel keys,
 * BPF, io_uring, modules, devices. They fail with EPERM; a foreign architecture ends the program.
 *
 * Generated here because bubblewrap takes only the compiled form, and the kept compiler (libseccomp) is a
 * C library that every image would have to carry. Numbers are from the kernel's tables, which never change.
 */

/** [x86-64, arm64]; null where the architecture has no such call. */
const DENIED: Record<string, readonly [number, number | null]> = {
  // Namespaces and mounts.
  unshare: [272, 97],
  setns: [308, 268],
  mount: [165, 40],
  umount2: [166, 39],
  pivot_root: [155, 41],
  chroot: [161, 51],
  open_tree: [428, 428],
  move_mount: [429, 429],
  fsopen: [430, 430],
  fsconfig: [431, 431],
  fsmount: [432, 432],
  fspick: [433, 433],
  mount_setattr: [442, 442],
  // Other processes.
  ptrace: [101, 117],
  process_vm_readv: [310, 270],
  process_vm_writev: [311, 271],
  kcmp: [312, 272],
  pidfd_getfd: [438, 438],
  process_madvise: [440, 440],
  // Large parts of the kernel with a history of vulnerabilities.
  bpf: [321, 280],
  perf_event_open: [298, 241],
  userfaultfd: [323, 282],
  io_uring_setup: [425, 425],
  io_uring_enter: [426, 426],
  io_uring_register: [427, 427],
  add_key: [248, 217],
  request_key: [249, 218],
  keyctl: [250, 219],
  fanotify_init: [300, 262],
  name_to_handle_at: [303, 264],
  open_by_handle_at: [304, 265],
  memfd_secret: [447, 447],
  modify_ldt: [154, null],
  uselib: [134, null],
  personality: [135, 92],
  // Devices and named pipes.
  mknod: [133, null],
  mknodat: [259, 33],
  // The machine itself.
  kexec_load: [246, 104],
  kexec_file_load: [320, 294],
  init_module: [175, 105],
  finit_module: [313, 273],
  delete_module: [176, 106],
  reboot: [169, 142],
  swapon: [167, 224],
  swapoff: [168, 225],
  acct: [163, 89],
  quotactl: [179, 60],
  quotactl_fd: [443, 443],
  syslog: [103, 116],
  iopl: [172, null],
  ioperm: [173, null],
  settimeofday: [164, 170],
  clock_settime: [227, 112],
  clock_adjtime: [305, 266],
  adjtimex: [159, 171],
  sethostname: [170, 161],
  setdomainname: [171, 162],
  vhangup: [153, 58],
};

interface Architecture {
  /** AUDIT_ARCH_… of linux/audit.h. */
  readonly audit: number;
  readonly column: 0 | 1;
  readonly clone: number;
  readonly socket: number;
}
const ARCHITECTURES: Partial<Record<NodeJS.Architecture, Architecture>> = {
  x64: { audit: 0xc000003e, column: 0, clone: 56, socket: 41 },
  arm64: { audit: 0xc00000b7, column: 1, clone: 220, socket: 198 },
};
const CLONE3 = 435;
/** The x32 interface of x86-64: the same calls under other numbers. */
const X32_BIT = 0x40000000;
/** CLONE_NEWTIME, NEWNS, NEWCGROUP, NEWUTS, NEWIPC, NEWUSER, NEWPID, NEWNET. */
const NEW_NAMESPACES = 0x7e020080;
const AF_UNIX = 1;

const EPERM = 1;
const ENOSYS = 38;
const EAFNOSUPPORT = 97;
const ALLOW = 0x7fff0000;
const KILL_PROCESS = 0x80000000;
const errno = (code: number): number => 0x00050000 | code;

// struct seccomp_data: nr, arch, instruction pointer, six arguments of 64 bits, little-endian here.
const NUMBER_AT = 0;
const ARCH_AT = 4;
const FIRST_ARGUMENT_AT = 16;

const LOAD = 0x20;
const JUMP_IF_EQUAL = 0x15;
const JUMP_IF_AT_LEAST = 0x35;
const JUMP_IF_ANY_BIT = 0x45;
const RETURN = 0x06;

type Instruction = readonly [code: number, whenTrue: number, whenFalse: number, value: number];
const load = (offset: number): Instruction => [LOAD, 0, 0, offset];
const give = (result: number): Instruction => [RETURN, 0, 0, result];
/** Skips the next instruction unless the comparison holds. */
const when = (code: number, value: number): Instruction => [code, 0, 1, value];

function instructions({ audit, column, clone, socket }: Architecture): Instruction[] {
  const numbers = Object.values(DENIED).flatMap((row) => row[column] ?? []);
  return [
    load(ARCH_AT),
    [JUMP_IF_EQUAL, 1, 0, audit],
    give(KILL_PROCESS),
    load(NUMBER_AT),
    when(JUMP_IF_AT_LEAST, X32_BIT),
    give(errno(ENOSYS)),
    // clone3 has its flags in memory, which a filter cannot read. The C library falls back to clone.
    when(JUMP_IF_EQUAL, CLONE3),
    give(errno(ENOSYS)),
    ...numbers.flatMap((number) => [when(JUMP_IF_EQUAL, number), give(errno(EPERM))]),
    [JUMP_IF_EQUAL, 0, 4, clone],
    load(FIRST_ARGUMENT_AT),
    when(JUMP_IF_ANY_BIT, NEW_NAMESPACES),
    give(errno(EPERM)),
    give(ALLOW),
    [JUMP_IF_EQUAL, 0, 3, socket],
    load(FIRST_ARGUMENT_AT),
    [JUMP_IF_EQUAL, 1, 0, AF_UNIX],
    give(errno(EAFNOSUPPORT)),
    give(ALLOW),
  ];
}

/** An array of struct sock_filter, as `bwrap --seccomp` reads it; undefined on other architectures. */
export function seccompProgram(arch: NodeJS.Architecture = process.arch): Buffer | undefined {
  const architecture = ARCHITECTURES[arch];
  if (!architecture) return undefined;
  const program = instructions(architecture);
  const bytes = Buffer.alloc(program.length * 8);
  for (const [index, [code, whenTrue, whenFalse, value]] of program.entries()) {
    bytes.writeUInt16LE(code, index * 8);
    bytes.writeUInt8(whenTrue, index * 8 + 2);
    bytes.writeUInt8(whenFalse, index * 8 + 3);
    bytes.writeUInt32LE(value >>> 0, index * 8 + 4);
  }
  return bytes;
}

export const DENIED_CALLS = Object.fromEntries(
  Object.entries(DENIED).map(([name, [x64, arm64]]) => [name, { x64, arm64 }]),
);
