/** Emails of this module. */
import { CODE_MINUTES, RESET_LINK_MINUTES } from '@cairn/contract';
import { composeEmail } from '../../platform/email/compose.ts';
import type { EmailContent, Sender } from '../../platform/email/content.ts';
import { showCode } from './codes.ts';
import { resetPath } from './reset-path.ts';

const WHAT_FOR = {
  signup: ['Confirm your email address', 'Enter this code to finish creating your account:'],
  login: ['Your code', 'Enter this code in the browser where you requested it:'],
  reset: ['Choose a new password', 'Enter this code to choose a new password:'],
  secureUpload: ['Your code to send documents', 'Enter this code to send documents securely:'],
} as const;

const resetLink = ({ site }: Sender, link: string | undefined): string =>
  `${site}${resetPath(link)}`;

export function codeEmail(
  sender: Sender,
  { code, link }: { code: string; link?: string | undefined },
  occasion: keyof typeof WHAT_FOR,
): EmailContent {
  const [title, lead] = WHAT_FOR[occasion];
  return composeEmail(sender, title, [
    lead,
    { code: showCode(code) },
    `It expires in ${CODE_MINUTES} minutes, works once, and only in the browser where you requested it.`,
    ...(link === undefined
      ? []
      : [
          `Using another browser, or locked out? This link lets you choose a new password in any browser. It works once and expires in ${RESET_LINK_MINUTES} minutes:`,
          { link: resetLink(sender, link), words: 'Choose a new password' },
        ]),
    'We will never ask you for this code or link. If you did not ask for it, you can ignore this email.',
  ]);
}

export const addressTakenEmail = (sender: Sender, link: string | undefined): EmailContent =>
  composeEmail(sender, 'You already have an account', [
    'Someone tried to sign up with your email address. You have an account already, so nothing was changed.',
    `If it was you, log in as before, or choose a new password. The link works once and expires in ${RESET_LINK_MINUTES} minutes:`,
    { link: resetLink(sender, link), words: 'Choose a new password' },
    'If it was not you, you can ignore this email.',
  ]);

export const resetStartedEmail = (sender: Sender): EmailContent =>
  composeEmail(sender, 'Please choose a new password', [
    'An administrator asked that you choose a new password. You have been logged out everywhere.',
    { link: `${sender.site}/auth/forgot-password`, words: 'Choose a new password' },
    'No one else has seen or set your password.',
  ]);

export const passwordChangedEmail = (sender: Sender): EmailContent =>
  composeEmail(sender, 'Your password was changed', [
    'Your password was changed just now, and other browsers were logged out.',
    'If it was not you, choose a new password immediately and tell your lender:',
    { link: `${sender.site}/auth/forgot-password`, words: 'Choose a new password' },
  ]);

export const phoneVerifiedEmail = (sender: Sender): EmailContent =>
  composeEmail(sender, 'A phone number was confirmed for your account', [
    'A mobile phone number was confirmed for your account just now. It gets text messages about your loans.',
    'If it was not you, choose a new password immediately and remove the number in your profile:',
    { link: `${sender.site}/auth/forgot-password`, words: 'Choose a new password' },
  ]);

export const creditConsentEmail = (sender: Sender): EmailContent =>
  composeEmail(sender, 'You authorized a credit check', [
    'You agreed just now that the lenders you apply to may obtain your personal credit report. You can read what you agreed to in your profile at any time:',
    { link: `${sender.site}/user/profile`, words: 'Open your profile' },
    'If it was not you, choose a new password immediately and tell your lender.',
  ]);

/** Contains no text of the visitor, because strangers must not write in a lender's name. */
export const filesReceivedEmail = (sender: Sender, files: number): EmailContent =>
  composeEmail(sender, files === 1 ? 'You received a file' : `You received ${files} files`, [
    `${files === 1 ? 'A file was' : `${files} files were`} sent to you through your secure upload link, by someone without an account whose email address was verified.`,
    { link: `${sender.site}/user/shoebox`, words: 'Open your shoebox' },
  ]);

export const accountClosedEmail = (sender: Sender): EmailContent =>
  composeEmail(sender, 'Your account was closed', [
    'Your account was closed, and you have been logged out everywhere. Records of your loans stay with your lender.',
    'If you did not ask for this, contact the people you work with on your loans.',
  ]);
