import { createStore } from '../../lib/store.ts';

export type OverviewView = 'tasks' | 'entities' | 'details';

/** The chosen view of a loan's overview; the next loan opens with it too [R042]. */
export const overviewView = createStore<OverviewView>('tasks');
