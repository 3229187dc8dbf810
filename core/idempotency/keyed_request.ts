/** A request that its client may send again, by a key of the client's own. */
export interface KeyedRequest {
  /** `call.request.idempotencyKey`; without one the request is just carried out. */
  readonly key: string | undefined;
  readonly userId: string;
  /** What is asked for, with what stands in the path: `POST /orders`, `DELETE /orders/2018…`. */
  readonly operation: string;
  /** The input: the same key with another one is refused. */
  readonly body: object;
}

/**
 * One try to carry out a request. Each of its steps is a transaction that holds the key, so that of several tries at once
 * one gets through, and its result is kept together with what it did. What is asked of others in between, such as a
 * payment platform, has to be safe to repeat.
 */
export interface Turn<A extends object> {
  /** What an earlier try, cut off before it answered, has made: whether it may be made is no question any more. */
  readonly made: string | undefined;
  /**
   * Makes what the answer depends on, unless an earlier try has. Once in a turn, before `answer`.
   * @param effect gives what finds it again, such as a number
   * @throws conflict while another try has the key
   */
  make(effect: () => Promise<string>): Promise<string>;
  /**
   * Does the rest and keeps the answer; at the end of the turn.
   * @param effect gives the answer: texts, numbers, booleans, lists and objects of them
   * @throws conflict while another try has the key
   */
  answer(effect: () => Promise<A>): Promise<A>;
}
