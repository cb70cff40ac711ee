/**
 * Simulates the passing of days: backfills the reminder schedule in Temporal over future days, so that each run gets
 * the time for which it is scheduled. The instance for the journeys does not create schedules itself.
 */
import { Client, Connection, ScheduleOverlapPolicy, type ScheduleHandle } from '@temporalio/client';
import pino from 'pino';
import { ensureSchedules, SCHEDULE_IDS, scheduleIdOf } from '@cairn/server/schedules';
import { until } from '../packages/testing/src/until.ts';
import { productEnvironment } from './global-setup.ts';

const DAY_MS = 86_400_000;

export class EngineClock {
  private runs = 0;
  private readonly connection: Connection;
  private readonly schedules: readonly ScheduleHandle[];
  private readonly reminders: ScheduleHandle;

  private constructor(connection: Connection, schedules: readonly ScheduleHandle[]) {
    this.connection = connection;
    this.schedules = schedules;
    this.reminders = schedules[SCHEDULE_IDS.indexOf('send-reminders')]!;
  }

  static async start(): Promise<EngineClock> {
    const { TEMPORAL_ADDRESS: address, TEMPORAL_TASK_QUEUE: taskQueue = '' } = productEnvironment();
    const connection = await Connection.connect({ address: address! });
    const client = new Client({ connection });
    await ensureSchedules(client, { taskQueue, log: pino({ level: 'silent' }) });
    const schedules = SCHEDULE_IDS.map((id) =>
      client.schedule.getHandle(scheduleIdOf(taskQueue, id)),
    );
    // Pauses the schedules, so that no run for the real day comes between those of the backfill.
    await Promise.all(schedules.map((schedule) => schedule.pause()));
    return new EngineClock(connection, schedules);
  }

  /**
   * Runs the schedules for days relative to today, twice a day: at night, when no reminders are sent, and when it is
   * day in all of the United States.
   */
  async passDays(from: number, to: number): Promise<void> {
    const today = new Date().toISOString().slice(0, 10);
    const backfill = [];
    for (let day = from; day <= to; day += 1) {
      for (const time of ['05:00', '18:00']) {
        const at = Date.parse(`${today}T${time}:00Z`) + day * DAY_MS;
        backfill.push({
          start: new Date(at - 60_000),
          end: new Date(at + 60_000),
          overlap: ScheduleOverlapPolicy.BUFFER_ALL,
        });
      }
    }
    this.runs += backfill.length;
    await this.reminders.backfill(backfill);
    await until(async () => {
      const { info } = await this.reminders.describe();
      return info.numActionsTaken >= this.runs && info.runningActions.length === 0;
    }, 120_000);
  }

  async stop(): Promise<void> {
    await Promise.all(this.schedules.map((schedule) => schedule.delete()));
    await this.connection.close();
  }
}
