import type { GiveUp } from '../guard/deadlines.ts';
import type { Guard } from '../guard/guard.ts';
import { standardFailures } from '../standard_failures.ts';
import { answerOf } from './error_answer.ts';
import type { Sender } from './send.ts';

/** Answers in place of an operation that did not answer in time. */
export function giverUp(guard: Guard, sender: Sender): GiveUp {
  const message = 'This took too long and was given up; it may have been done all the same.';
  return (exchange) => {
    // What has begun to answer on its own is not silent.
    if (exchange.response.headersSent) return;
    guard.missedDeadline(exchange);
    sender.error(exchange, answerOf(standardFailures.unavailable({ message })));
  };
}
