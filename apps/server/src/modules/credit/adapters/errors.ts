import type { CreditFailure } from '@cairn/contract';

/** A permanent failure: a retry would have the same result. The message is only the code. */
export class CheckFailed extends Error {
  readonly failure: CreditFailure;
  constructor(failure: CreditFailure) {
    super(failure);
    this.failure = failure;
  }
}

/** A temporary failure: the run is retried. */
export class BureauUnavailable extends Error {
  constructor() {
    super('the credit service is unavailable');
  }
}
