/** A request that its client may repeat, identified by a key of the client. */
export interface KeyedRequest {
  /** `call.request.idempotencyKey`; without one, the request is simply executed. */
  readonly key: string | undefined;
  readonly userId: string;
  /** Method and path with their values: `POST /orders`, `DELETE /orders/2018…`. */
  readonly operation: string;
  /** The input: the same key with a different one is refused. */
  readonly body: object;
}

/**
 * One attempt to execute a request. Each step is a transaction that locks the key: of concurrent attempts one succeeds,
 * and its result is stored atomically. External calls in between, such as to a payment platform, have to be safe to
 * repeat.
 */
export interface Turn<A extends object> {
  /** Reference made by an earlier attempt that was interrupted; its checks are not repeated. */
  readonly made: string | undefined;
  /**
   * Creates the object of the answer, unless an earlier attempt has. Once in a turn, before `answer`.
   * @param effect returns a reference to find it again, such as a number
   * @throws conflict while another attempt holds the key
   */
  make(effect: () => Promise<string>): Promise<string>;
  /**
   * Does the remaining work and stores the answer; at the end of the turn.
   * @param effect returns the answer: texts, numbers, booleans, lists and objects of them
   * @throws conflict while another attempt holds the key
   */
  answer(effect: () => Promise<A>): Promise<A>;
}
