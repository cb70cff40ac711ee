import type { Page } from '@playwright/test';

/** A screen of the product, named as its pictures are. */
export interface Screen {
  name: string;
  /** The user who is logged in; absent for an anonymous visitor. */
  as?: string;
  open(page: Page): Promise<void>;
}
