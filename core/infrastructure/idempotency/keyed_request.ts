/** A request that a client may repeat. A key of the client identifies the request. */
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
 * One attempt to execute a request. `make` and `answer` are transactions that lock the key, so only one of several
 * concurrent attempts succeeds. External calls between the two, such as to a payment platform, must be idempotent.
 */
export interface IdempotentAttempt<A extends object> {
  /** Reference to the object that `make` of an earlier attempt created; undefined when none has created it. */
  readonly made: string | undefined;
  /**
   * Creates the requested object, unless an earlier attempt has created it. Call `make` at most once, before `answer`.
   * @param effect returns a reference to the object, such as an order number
   * @returns the reference to the object
   * @throws standardFailures.conflict while another attempt holds the key
   */
  make(effect: () => Promise<string>): Promise<string>;
  /**
   * Does the remaining work and stores the answer, as the last step of the attempt.
   * @param effect returns the answer: texts, numbers, booleans, and lists and objects of these
   * @returns the answer
   * @throws standardFailures.conflict while another attempt holds the key
   */
  answer(effect: () => Promise<A>): Promise<A>;
}
