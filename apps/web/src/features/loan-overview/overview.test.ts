import { expect, it } from 'vitest';
import { overviewView } from './viewChoice.ts';

it('the overview opens with the tasks [R042]', () => {
  expect(overviewView.get()).toBe('tasks');
});
