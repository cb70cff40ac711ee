import { createStore } from '../../../kit/store.ts';

export type OverviewView = 'tasks' | 'entities' | 'details';

/** Which view of a loan's overview somebody looks at; the next loan opens with it too [R042]. */
export const overviewView = createStore<OverviewView>('tasks');
