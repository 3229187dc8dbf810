import { inputIn } from '../compile/upgraded_input.ts';
import type { Answer } from '../declare/answer.ts';
import { Shape } from '../declare/shape.ts';
import { ApiVersions } from '../http/api_version.ts';
import type { Assembly } from '../routes/assembly.ts';
import type { RouteTable } from '../routes/route_table.ts';
import { RebuiltShapes } from './rebuilt_shapes.ts';

/** Adds input and answer of the versions in which `downgrade` and `upgrade` change them. Other routes stay unchanged. */
export function withFormerVersions(
  { registry: { services } }: Pick<Assembly, 'registry'>,
  table: RouteTable,
): RouteTable {
  const versions = new ApiVersions(services.config.http).numbers.map((version) => {
    const change = (target: object, mode: string) =>
      target instanceof Shape ? target.formerFields(mode, version) : undefined;
    return { version, shapes: new RebuiltShapes(change, services) };
  });
  const routes = table.routes.map((route) => {
    const former = versions.flatMap(({ version, shapes }) => {
      const input = inputIn(route.input, version);
      const answer = inForm(shapes.ofAnswer(route.answer, route.mode), version);
      return input === route.input && answer === route.answer ? [] : [[version, { input, answer }] as const];
    });
    return former.length > 0 ? { ...route, former: new Map(former) } : route;
  });
  return { ...table, routes };
}

/** A page in the form of a version; other answers unchanged. */
function inForm(answer: Answer, version: number): Answer {
  const form = 'forms' in answer && answer.forms.findLast(([last]) => last >= version)?.[1];
  return form ? { ...answer, form } : answer;
}
