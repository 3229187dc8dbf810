import type { Caller } from './call.ts';

/** Wants to know who changes something; the extension point `changeListeners`. */
export interface ChangeListener {
  /** False where nothing needs to be told; calls then take their shortest way. */
  readonly listens: boolean;
  /**
   * Told after each call of an operation that may change something, whatever came of it, and before it is answered. What
   * it throws, or two seconds without an end, is only logged: the change stands.
   */
  changed(caller: Caller): Promise<void>;
}
