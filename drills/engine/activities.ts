// Activities of the drill's workflow. Each may run more than once, so the ledger records every attempt, and each
// effect under a key.

import { Context } from '@temporalio/activity';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Ledger } from './ledger.ts';

export function activitiesOn(ledger: Ledger) {
  return {
    async failTwice(id: string): Promise<void> {
      const { attempt } = Context.current().info;
      ledger.note(id, `failTwice ${attempt}`);
      if (attempt <= 2) throw new Error(`failure ${attempt}, on purpose`);
    },

    async workSlowly(id: string, milliseconds: number): Promise<void> {
      ledger.note(id, `workSlowly ${Context.current().info.attempt}`);
      const until = performance.now() + milliseconds;
      while (performance.now() < until) {
        Context.current().heartbeat();
        await sleep(100);
      }
    },

    async recordEffect(id: string): Promise<string> {
      ledger.note(id, `recordEffect ${Context.current().info.attempt}`);
      ledger.recordOnce(id);
      return `done ${id}`;
    },
  };
}

export type Activities = ReturnType<typeof activitiesOn>;
