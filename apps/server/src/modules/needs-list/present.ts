import { createHash } from 'node:crypto';
import {
  MAX_PREVIEW,
  type Application,
  type PlannedRequest,
  type WaitingRequest,
} from '@cairn/contract/needs-list';
import { KEPT_FROM_BORROWERS } from '@cairn/contract/template-terms';
import type { PackageItem } from './plan.ts';
import type { Planned, Version } from './load-plan.ts';
import type { NeededRequest } from './needed-requests.ts';

export const presentWanted = (each: NeededRequest): PlannedRequest => ({
  templateElementId: each.templateElementId,
  entityId: each.entityId,
  repeat: each.repeat,
  title: each.item.title,
  path: [...each.path],
  storageType: each.item.storage_type,
  entityName: each.entityName,
  hidden:
    each.item.priority_type === 'HIDDEN' ||
    each.item.flags.some((flag) => KEPT_FROM_BORROWERS.includes(flag)),
  releasePhase: each.item.release_phase,
  rule: each.rule,
  because: [...each.because],
});

export const presentWaiting = (each: NeededRequest): WaitingRequest => ({
  ...presentWanted(each),
  missing: [...each.missing],
});

const presentRequest = (item: PackageItem) => ({ elementId: item.id, title: item.title });

const words = (value: string | boolean | readonly string[] | null): string =>
  Array.isArray(value) ? value.join(', ') : String(value ?? '');

export function presentApplication(
  planned: Planned,
  template: Version,
  done: boolean,
  loanId: string | null = planned.loan.id,
): Application {
  const { plan } = planned;
  const added = plan.add.filter(({ counts }) => counts);
  return {
    loanId,
    templateId: template.id,
    templateVersion: template.version,
    done,
    fingerprint: fingerprintOf(planned, template),
    totals: {
      added: added.length,
      changed: plan.change.length,
      removed: plan.remove.length,
      kept: plan.kept.length,
      waiting: plan.waiting.length,
    },
    added: added.slice(0, MAX_PREVIEW).map(presentWanted),
    changed: plan.change.slice(0, MAX_PREVIEW).map(({ item, fields, to }) => ({
      ...presentRequest(item),
      fields: fields.map((field) => ({
        field,
        from: words(item[field]),
        to: words(to[field]),
      })),
    })),
    removed: plan.remove.slice(0, MAX_PREVIEW).map(presentRequest),
    kept: plan.kept
      .slice(0, MAX_PREVIEW)
      .map(({ item, why }) => ({ ...presentRequest(item), why })),
    waiting: plan.waiting.slice(0, MAX_PREVIEW).map(presentWaiting),
  };
}

/** A fingerprint of the plan: equal previews have the same one. */
export function fingerprintOf({ plan }: Planned, template: Version): string {
  const what = [
    template,
    plan.add.map(({ key, item }) => [key, item]),
    plan.change.map(({ item, fields, to }) => [item.id, fields.map((field) => to[field])]),
    plan.remove.map(({ id }) => id),
  ];
  return createHash('sha256').update(JSON.stringify(what)).digest('base64url').slice(0, 32);
}
