/** Creates the objects of a call, and builds its request. */
import type { Aimed } from './aims.ts';
import { AIMS, type Aimable } from './requests.ts';
import { MISSING_TARGET, type Part } from './targets.ts';
import type { Caller, Scope, World } from './world.ts';

/** Calls that read stored objects. */
const SERVES_BYTES: ReadonlySet<string> = new Set<Aimable>([
  'downloadDocument',
  'downloadDocumentPdf',
  'getDocumentThumbnail',
]);

/** Aims a call at a new target, of which only the parts are created that the aim reads. */
export async function aimAt(
  world: World,
  name: Aimable,
  scope: Scope,
  caller: Caller,
): Promise<Aimed> {
  return (await aimerAt(world, name, scope, caller))();
}

/** Aims repeatedly at the same target; values that must be new each time are. */
export async function aimerAt(
  world: World,
  name: Aimable,
  scope: Scope,
  caller: Caller,
): Promise<() => Aimed> {
  const parts = new Set<Part>(SERVES_BYTES.has(name) ? ['stored bytes'] : []);
  const noting = new Proxy(MISSING_TARGET, {
    get: (target, part) => {
      parts.add(part as Part);
      return Reflect.get(target, part) as unknown;
    },
  });
  AIMS[name].at(noting, scope);
  const target = await world.target(caller, scope, parts);
  return () => AIMS[name].at(target, scope);
}
