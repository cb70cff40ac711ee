/**
 * Creates the inner network of deploy/compose.yaml by hand: the engine's own needs packet filter rules of the kernel,
 * which a small virtual machine may lack. Each service has a network namespace and a fixed address in the file's
 * subnet.
 */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';

export const GATEWAY = '10.89.0.1';
const BRIDGE = 'cairn0';
/** Services that start after another one has ended: `service_completed_successfully`. */
const NEED_ENDED = ['web', 'worker', 'temporal'];
const ip = (...args: string[]): void => void execFileSync('ip', args, { stdio: 'inherit' });

export class Network {
  readonly #addresses: ReadonlyMap<string, string>;
  readonly #domain: string;

  constructor(services: readonly string[], domain: string) {
    this.#addresses = new Map(services.map((name, index) => [name, `10.89.0.${index + 10}`]));
    this.#domain = domain;
  }

  addressOf(service: string): string {
    return this.#addresses.get(service)!;
  }

  /** Created in the drill's namespace, with which it disappears. */
  create(): void {
    ip('link', 'set', 'lo', 'up');
    ip('link', 'add', BRIDGE, 'type', 'bridge');
    ip('addr', 'add', `${GATEWAY}/24`, 'dev', BRIDGE);
    ip('link', 'set', BRIDGE, 'up');
    let index = 0;
    for (const [service, address] of this.#addresses) {
      const outside = `cairn-v${(index += 1)}`;
      ip('netns', 'add', service);
      ip('link', 'add', outside, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', service);
      ip('link', 'set', outside, 'master', BRIDGE, 'up');
      ip('-n', service, 'addr', 'add', `${address}/24`, 'dev', 'eth0');
      ip('-n', service, 'link', 'set', 'lo', 'up');
      ip('-n', service, 'link', 'set', 'eth0', 'up');
    }
  }

  /**
   * Differs from deploy/compose.yaml in the source of addresses and, for Podman before 5.6, in the order of starts:
   * that refuses a container that needs an ended one which needs a running one. The drill waits for the ended ones
   * itself.
   */
  writeOverride(file: string, { isOrdered }: { isOrdered: boolean }): void {
    const names = [
      ...this.#addresses,
      [this.#domain, this.addressOf('caddy')],
      [`files.${this.#domain}`, this.addressOf('caddy')],
      [`mail.${this.#domain}`, GATEWAY],
    ];
    const hosts = JSON.stringify(names.map(([name, address]) => `${name}:${address}`));
    const services = [...this.#addresses.keys()].map((service) => {
      const own = service === 'caddy' ? '    networks: !reset null\n    ports: !reset null\n' : '';
      const order =
        NEED_ENDED.includes(service) && !isOrdered ? '    depends_on: !reset null\n' : '';
      return `  ${service}:\n    network_mode: ns:/run/netns/${service}\n    extra_hosts: ${hosts}\n${own}${order}`;
    });
    writeFileSync(file, `services:\n${services.join('')}`);
  }
}
