import type { Caller } from './call.ts';

/** Wants to know who changes something; the extension point `changeListeners`. */
export interface ChangeListener {
  /** False where nothing needs to be told; calls then take their shortest way. */
  readonly listens: boolean;
  /**
   * Told after each call of an operation that may change something, whatever came of it, and before it is answered. What
   * it throws fails the call.
   */
  changed(caller: Caller): Promise<void>;
}
