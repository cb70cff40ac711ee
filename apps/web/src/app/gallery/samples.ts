import type { Person } from '@cairn/contract';
import type { ComponentProps } from 'react';
import type { AvatarStack } from '../../ui/Avatar.tsx';

export type SamplePerson = ComponentProps<typeof AvatarStack>['people'][number] &
  Pick<Person, 'id'>;

export interface SampleLoan {
  id: string;
  name: string;
  phase: string;
  amount: number;
}

const person = (id: string, givenName: string, familyName: string): SamplePerson => ({
  id,
  givenName,
  familyName,
  emailAddress: `${id}@cairn.example`,
});

export const PEOPLE: SamplePerson[] = [
  person('dana', 'Dana', 'Whitfield'),
  person('grace', 'Grace', 'Lindqvist'),
  person('marcus', 'Marcus', 'Oyelaran'),
  person('priya', 'Priya', 'Raman'),
];

export const LOANS: SampleLoan[] = [
  { id: 'lksp', name: 'Larkspur Bakery LLC', phase: 'Document collection', amount: 1_850_000 },
  { id: 'cpcr', name: 'Copper Creek Brewing Co.', phase: 'Underwriting', amount: 640_000 },
  { id: 'blhm', name: 'Blue Heron Marine Services', phase: 'Credit approval', amount: 350_000 },
];
