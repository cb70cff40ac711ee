import type { Page } from '@playwright/test';

/** A screen of the product, named as its pictures are. */
export interface Screen {
  name: string;
  /** Who looks at it; absent for somebody who is not logged in. */
  as?: string;
  open(page: Page): Promise<void>;
}
