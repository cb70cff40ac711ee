import type { CreditFailure } from '@cairn/contract';

/** Another attempt would end the same. Its message is the code alone. */
export class CheckFailed extends Error {
  readonly failure: CreditFailure;
  constructor(failure: CreditFailure) {
    super(failure);
    this.failure = failure;
  }
}

/** Worth another attempt. */
export class BureauUnavailable extends Error {
  constructor() {
    super('the credit service is unavailable');
  }
}
