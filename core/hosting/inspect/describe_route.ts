import type { Route } from '../../kernel/routes/route.ts';
import { outcomesOf, type Outcome } from '../openapi/errors.ts';
import { failuresOf } from '../openapi/operation.ts';
import type { Services } from '../../kernel/declare/services.ts';
import { describeAnswer, type AnswerView } from './describe_answer.ts';
import { describeInput, type InputView } from './describe_input.ts';
import { originsOf, type Aspect, type Origin } from './aspect_origins.ts';

/** Input, answer and failures of a route, with the file that decides each. */
export interface RouteDescription {
  readonly input: InputView;
  readonly answer: AnswerView;
  /** Failures of the route and of the checks before it, sorted by status and code. */
  readonly failures: readonly Outcome[];
  readonly origins: Readonly<Record<Aspect, Origin>>;
}

/** Describes a route of a kernel. */
export function describeRoute(route: Route, { services }: { readonly services: Services }): RouteDescription {
  return {
    input: describeInput(route),
    answer: describeAnswer(route, services),
    failures: outcomesOf(route, failuresOf(services.contributions.of('authenticators'))),
    origins: originsOf(route),
  };
}
