import { createStore } from '../../lib/store.ts';

export type OverviewView = 'tasks' | 'entities' | 'details';

/** The selected view of the loan overview. It also applies to the next loan [R042]. */
export const overviewView = createStore<OverviewView>('tasks');
