import type { Page } from '@playwright/test';

/** A screen of the product; its name is also that of its pictures. */
export interface Screen {
  name: string;
  /** The user who is logged in; absent for an anonymous visitor. */
  as?: string;
  open(page: Page): Promise<void>;
}
