import { execFileSync } from 'node:child_process';
import {
  existsSync,
  linkSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { getPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { DENIED_CALLS } from './seccomp.ts';
import { NoSandbox, runSandboxed, sandboxViolations } from './sandbox.ts';

let folder: string;
let violations: unknown[];
const noteViolation = (message: unknown): void => void violations.push(message);
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cairn-sandbox-'));
  violations = [];
  sandboxViolations.subscribe(noteViolation);
});
afterEach(() => {
  sandboxViolations.unsubscribe(noteViolation);
  rmSync(folder, { recursive: true, force: true });
});

const shell = (script: string, over: { seconds?: number; memoryBytes?: number } = {}) =>
  runSandboxed({
    folder,
    command: ['/bin/sh', '-c', script],
    seconds: 20,
    memoryBytes: 2 ** 30,
    ...over,
  });
/** The outcomes of a program's attempts, one word each. */
const outcomeOf = async (script: string): Promise<string[]> =>
  (await shell(`(${script}) 2>&1`)).output.trim().split('\n');

describe('a program in the sandbox', () => {
  test('has no network, no environment of ours, and sees one folder of ours', async () => {
    vi.stubEnv('SANDBOX_CANARY', 'CANARY');
    onTestFinished(() => void vi.unstubAllEnvs());
    const { output } = await shell('env; cat /proc/net/dev | grep -c :; ls / /root /home 2>&1');
    expect(output).not.toContain('CANARY');
    expect(output).not.toContain('DATABASE_URL');
    expect(output).toMatch(/^1$/m);
    expect(output).toMatch(/'\/root'|'\/home'/);
    expect(output).not.toMatch(/^(work|srv|opt|etc\/passwd)$/m);
  });

  test('comes after the processes that people wait for', async () => {
    // `nice` prints the niceness that it was started with.
    const { output } = await shell('nice');
    expect(Number(output) - getPriority()).toBe(10);
  });

  test('is in namespaces of its own, whatever else is refused to it', async () => {
    const kinds = ['net', 'user', 'ipc', 'pid', 'uts'];
    const { output } = await shell(
      kinds.map((kind) => `echo ${kind} $(readlink /proc/self/ns/${kind})`).join('; '),
    );
    const inside = new Map(
      output
        .trim()
        .split('\n')
        .map((line) => line.split(' ') as [string, string]),
    );
    for (const kind of kinds) {
      expect.soft(inside.get(kind), kind).toMatch(new RegExp(String.raw`^${kind}:\[\d+\]$`));
      expect.soft(inside.get(kind), kind).not.toBe(readlinkSync(`/proc/self/ns/${kind}`));
    }
  });

  test('writes into that folder, and nowhere else', async () => {
    await shell('echo here > /job/left; echo no > /usr/left; echo no > /etc/left');
    expect(readFileSync(join(folder, 'left'), 'utf8')).toBe('here\n');
    expect(() => statSync('/usr/left')).toThrow();
    expect(() => statSync('/etc/left')).toThrow();
  });

  test('cannot write to the root, to /dev, to /proc or to the system', async () => {
    const tries = ['/x', '/dev/x', '/usr/x', '/etc/x', '/lib/x', '/var/x', '/proc/sys/kernel/x'];
    const script = tries.map((path) => `(echo > ${path}) 2>/dev/null && echo wrote ${path}`);
    expect((await shell(`${script.join('; ')}; true`)).output).toBe('');
  });

  test('has little shared memory and little scratch space', async () => {
    const fill = (path: string) =>
      `dd if=/dev/zero of=${path} bs=1M count=700 2>/dev/null; stat -c %s ${path}; rm ${path}`;
    const { output } = await shell(`${fill('/dev/shm/x')}; ${fill('/tmp/x')}`);
    const [shared, scratch] = output.trim().split('\n').map(Number);
    expect(shared).toBeLessThanOrEqual(2 ** 24);
    expect(scratch).toBeLessThanOrEqual(2 ** 29);
  });

  test('cannot have a namespace of its own', async () => {
    for (const flag of ['U', 'Ur', 'm', 'n', 'p', 'i', 'u', 'C']) {
      expect(await outcomeOf(`unshare -${flag} true && echo OUT`)).not.toContain('OUT');
    }
    // By the clone system call with CLONE_NEWUSER and SIGCHLD, without unshare.
    const clone = { x64: 56, arm64: 220 }[process.arch as 'x64'];
    const code = `my $pid = syscall(${clone}, 0x10000000 | 17, 0, 0, 0, 0); print $pid < 0 ? "refused" : "OUT"`;
    expect(await outcomeOf(`perl -e '${code}'`)).toEqual(['refused']);
  });

  test('cannot make any of the refused system calls', async () => {
    const calls = Object.entries(DENIED_CALLS).flatMap(([name, numbers]) => {
      const number = numbers[process.arch as 'x64' | 'arm64'];
      // EPERM comes from the filter, which runs before the kernel validates the arguments.
      return number === null
        ? []
        : `syscall(${number}, 0, 0, 0, 0, 0); print $!{EPERM} ? "" : "OUT ${name}: $!\\n";`;
    });
    expect(calls.length).toBeGreaterThan(50);
    expect(await outcomeOf(`perl -MErrno -e '${calls.join(' ')} print "done"'`)).toEqual(['done']);
  });

  test('opens no socket but to itself', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await new Promise((done) => server.once('listening', done));
    const { port } = server.address() as { port: number };
    const code = `use Socket; for my $f (AF_INET, AF_INET6, 16, 17) { print socket(my $s, $f, SOCK_STREAM, 0) ? "OUT" : "refused", "\\n" } print socket(my $u, AF_UNIX, SOCK_STREAM, 0) ? "unix" : "no unix"`;
    expect(await outcomeOf(`perl -e '${code}'`)).toEqual([
      'refused',
      'refused',
      'refused',
      'refused',
      'unix',
    ]);
    expect((await shell(`exec 3<>/dev/tcp/127.0.0.1/${port}`)).code).not.toBe(0);
    server.close();
  });

  test('cannot start more than so many processes', async () => {
    const { output } = await shell(
      `perl -e '$| = 1; my $n = 0; while ($n < 1000) { my $pid = fork; last unless defined $pid; if (!$pid) { sleep 15; exit } $n++ } print $n'`,
    );
    expect(Number(output)).toBeGreaterThan(20);
    expect(Number(output)).toBeLessThanOrEqual(128);
  });

  test('leaves no process behind', async () => {
    await shell('(setsid sleep 31.4159 &) ; true');
    const running = execFileSync('ps', ['-eo', 'args'], { encoding: 'utf8' });
    expect(running).not.toMatch(/sleep 31\.4159/);
  });

  test('is ended when it takes too long, and gets no more memory than it is given', async () => {
    const began = Date.now();
    expect((await shell('sleep 30', { seconds: 1 })).code).not.toBe(0);
    expect(Date.now() - began).toBeLessThan(10_000);
    const greedy = await shell('head -c 900M /dev/zero | tail -c 800M | wc -c', {
      memoryBytes: 2 ** 28,
    });
    expect(greedy.output.trim()).not.toBe(String(800 * 2 ** 20));
  });

  test('that is not there says nothing about the file', async () => {
    const job = { folder, command: ['no-such-program'], seconds: 5, memoryBytes: 2 ** 28 };
    await expect(runSandboxed(job)).rejects.toThrow(NoSandbox);
  });
});

describe('what a program leaves in the folder', () => {
  const secret = () => {
    const path = join(mkdtempSync(join(tmpdir(), 'cairn-secret-')), '.env');
    writeFileSync(path, 'SECRET_KEY=CANARY');
    return path;
  };

  test('is no symbolic link when it is read back: nothing outside is read or written', async () => {
    const path = secret();
    await shell(`ln -s ${path} result.pdf; mkdir sub; ln -s ${path} sub/result.pdf; ln -s / root`);
    expect(readdirSync(folder, { recursive: true })).toEqual(['sub']);
    expect(violations).toEqual([{ kinds: ['symlink'] }]);
    writeFileSync(join(folder, 'result.pdf'), 'ours');
    expect(readFileSync(path, 'utf8')).toBe('SECRET_KEY=CANARY');
  });

  test('is no pipe, socket or device, and no second name of another file', async () => {
    await shell(
      `perl -MSocket -e 'socket(S, AF_UNIX, SOCK_STREAM, 0); bind(S, sockaddr_un("sock"))'; echo a > a; ln a b; mkfifo pipe; mknod null c 1 3`,
    );
    // One of two hard-linked names is removed, so a plain file stays.
    expect(readdirSync(folder)).toEqual(['b']);
    expect(violations).toEqual([{ kinds: ['hard link', 'special file'] }]);
    // The sandbox prevents a program from making these; the check must find them anyway.
    execFileSync('mkfifo', [join(folder, 'pipe')]);
    writeFileSync(join(folder, 'one'), '');
    linkSync(join(folder, 'one'), join(folder, 'two'));
    symlinkSync('/etc/passwd', join(folder, 'link'));
    await shell('true');
    expect(readdirSync(folder)).toEqual(['b', 'two']);
  });

  test('is looked at also after a program that failed or took too long', async () => {
    await shell('ln -s /etc/passwd a; exit 3');
    await shell('ln -s /etc/passwd b; sleep 30', { seconds: 1 });
    expect(readdirSync(folder)).toEqual([]);
  });

  test('can be read although the program forbade it', async () => {
    await shell('mkdir sub; echo text > sub/file; chmod 000 sub/file sub');
    expect(readFileSync(join(folder, 'sub/file'), 'utf8')).toBe('text\n');
    expect(existsSync(join(folder, 'sub'))).toBe(true);
    expect(violations).toEqual([]);
  });
});
