/** A request that its client may repeat, identified by a key of the client. */
export interface KeyedRequest {
  /** `call.request.idempotencyKey`; a request without a key is executed without a record. */
  readonly key: string | undefined;
  readonly userId: string;
  /** Method and path with their values: `POST /orders`, `DELETE /orders/2018…`. */
  readonly operation: string;
  /** Input of the request; a repeated key with a different input is refused. */
  readonly body: object;
}

/**
 * One attempt to execute a request. Each step is a transaction that locks the key: of concurrent attempts one succeeds,
 * and its result is stored atomically. External calls between steps, such as to a payment platform, must be idempotent.
 */
export interface Turn<A extends object> {
  /** Reference stored by an earlier, interrupted attempt; its checks are not repeated. */
  readonly made: string | undefined;
  /**
   * Creates the object of the answer, unless an earlier attempt created it. Call `make` at most one time in a turn,
   * before `answer`.
   * @param effect returns a reference to find the object again, such as a number
   * @throws conflict while another attempt holds the key
   */
  make(effect: () => Promise<string>): Promise<string>;
  /**
   * Does the remaining work and stores the answer, as the last step of the turn.
   * @param effect returns the answer: texts, numbers, booleans, and lists and objects of these
   * @throws conflict while another attempt holds the key
   */
  answer(effect: () => Promise<A>): Promise<A>;
}
