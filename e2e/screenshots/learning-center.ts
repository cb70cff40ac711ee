import { expect } from '@playwright/test';
import { DANA, ELENA, ROBIN } from '../helpers.ts';
import type { Screen } from './screen.ts';

export const LEARNING_CENTER_SCREENS: Screen[] = [
  {
    name: '170-learning-home',
    as: DANA,
    open: async (page) => {
      await page.goto('/v2/learning-center');
      await expect(page.getByRole('heading', { name: 'Start here' })).toBeVisible();
    },
  },
  {
    name: '171-learning-article',
    as: DANA,
    open: async (page) => {
      await page.goto('/v2/learning-center/entry/review-documents');
      await expect(page.getByRole('heading', { name: 'Review documents' })).toBeVisible();
    },
  },
  {
    name: '172-learning-topic',
    as: ELENA,
    open: async (page) => {
      await page.goto('/v2/learning-center/category/sending-documents');
      await expect(page.getByRole('heading', { name: 'Sending documents' })).toBeVisible();
    },
  },
  {
    name: '173-learning-articles',
    as: ROBIN,
    open: async (page) => {
      await page.goto('/admin/learning-center');
      await expect(page.getByRole('link', { name: 'Create a loan' })).toBeVisible();
    },
  },
  {
    name: '174-learning-editor',
    as: ROBIN,
    open: async (page) => {
      await page.goto('/admin/learning-center');
      await page.getByRole('link', { name: 'Create a loan' }).click();
      await expect(page.getByRole('region', { name: 'Preview' })).toContainText('Create the loan');
    },
  },
];
