/** The letters of this module. */
import { CODE_MINUTES } from '@cairn/contract';
import { letter, type Sender, type Written } from '../../platform/letters.ts';
import { showCode } from './codes.ts';

const WHAT_FOR = {
  signup: ['Confirm your e-mail address', 'Enter this code to finish creating your account:'],
  login: ['Your code', 'Enter this code in the browser in which you asked for it:'],
  reset: ['Choose a new password', 'Enter this code to choose a new password:'],
} as const;

export function codeLetter(sender: Sender, code: string, occasion: keyof typeof WHAT_FOR): Written {
  const [title, lead] = WHAT_FOR[occasion];
  return letter(sender, title, [
    lead,
    { code: showCode(code) },
    `It is good for ${CODE_MINUTES} minutes, once, and only in the browser in which it was asked for.`,
    'Nobody from us will ever ask you for it. If you did not ask for a code, you can ignore this mail.',
  ]);
}

export const addressTakenLetter = (sender: Sender): Written =>
  letter(sender, 'You already have an account', [
    'Somebody tried to sign up with your e-mail address. You have an account already, so nothing was changed.',
    'If it was you, log in as before, or choose a new password:',
    { link: `${sender.site}/auth/forgot-password`, words: 'Choose a new password' },
    'If it was not you, you can ignore this mail.',
  ]);

export const resetStartedLetter = (sender: Sender): Written =>
  letter(sender, 'Please choose a new password', [
    'An administrator asked that you choose a new password. You have been logged out everywhere.',
    { link: `${sender.site}/auth/forgot-password`, words: 'Choose a new password' },
    'Nobody else has seen or set your password.',
  ]);

export const passwordChangedLetter = (sender: Sender): Written =>
  letter(sender, 'Your password was changed', [
    'Your password was changed just now, and other browsers were logged out.',
    'If it was not you, choose a new password at once and tell your lender:',
    { link: `${sender.site}/auth/forgot-password`, words: 'Choose a new password' },
  ]);

export const accountClosedLetter = (sender: Sender): Written =>
  letter(sender, 'Your account was closed', [
    'Your account was closed, and you have been logged out everywhere. Records of your loans stay with your lender.',
    'If you did not ask for this, answer to the people you work with on your loans.',
  ]);
