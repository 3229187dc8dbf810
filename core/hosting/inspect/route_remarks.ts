import type { TSchema } from '@sinclair/typebox';
import { fileLimits } from '../../kernel/declare/input.ts';
import { isOverride } from '../isolation/idle_override.ts';
import { fitsForm } from '../openapi/request_schema.ts';
import { accessName, type Route, type StartRemark } from '../../kernel/routes/route.ts';
import { kernelPoints } from '../../kernel/container/contributions.ts';
import { isPointDeclaration } from '../../kernel/declare/extension_point.ts';
import { pointOf } from '../../kernel/declare/service_entries.ts';
import type { LoadedModule } from '../../kernel/modules/load_module.ts';
import { nearest } from '../../kernel/base/similar_names.ts';

/** Remarks on overrides that override nothing or change the access, and on input that no request can send. */
export function remarksOnRoutes(routes: readonly Route[]): StartRemark[] {
  const links = routes.flatMap((route) => [...route.overridden.toReversed(), route]);
  return [...links.flatMap(remarksOnOverride), ...routes.flatMap(remarksOnForm)];
}

/** Remarks on objects in the input of an operation with files: files need a multipart form, which has no objects. */
function remarksOnForm({ input, file, operation, address }: Route): StartRemark[] {
  if (!fileLimits(input)) return [];
  const names = Object.keys(input).filter((name) => !fitsForm(input[name] as TSchema));
  return names.map((name) => {
    const problem = `${operation} at ${address} never gets "${name}": with input.file the body is a form, which has no objects`;
    return { file, message: `${problem}; make each of its fields a field of the operation` };
  });
}

function remarksOnOverride(route: Route): StartRemark[] {
  const { target, file, operation, address, access } = route;
  const [overridden] = route.overridden;
  const name = target.name ? `${target.name}.${operation}` : `${operation} at ${address}`;
  if (!overridden) {
    const message = `${name} overrides nothing: no earlier layer has ${operation} at ${address}; correct the operation or the address`;
    return isOverride(target) ? [{ file, message }] : [];
  }
  if (accessName(access) === accessName(overridden.access)) return [];
  const change = `from ${accessName(overridden.access)} to ${accessName(access)}`;
  return [
    {
      file,
      message: `${name} changes the access of ${address} ${change}; declare the original access if that is not meant`,
    },
  ];
}

/**
 * Remarks on contributions to extension points that no module declares. Omits modules that name an absent module in
 * `after` or `before`, because the absent module may declare the point.
 */
export function remarksOnPoints(modules: readonly LoadedModule[]): StartRemark[] {
  const declared = modules.flatMap(({ services }) => Object.values(services).filter(isPointDeclaration));
  const known = [...kernelPoints, ...declared].map(({ point }) => point);
  const present = modules.map(({ name }) => name);
  return modules.flatMap(({ manifest: { after = [], before = [] }, services, servicesFile: file }) => {
    if ([...after, ...before].some((name) => !present.includes(name))) return [];
    return Object.entries(services).flatMap(([name, given]) => {
      const point = pointOf(given as Parameters<typeof pointOf>[0]) as string | undefined;
      if (point === undefined || known.includes(point)) return [];
      const [near] = nearest(point, known, 1);
      const fix = near === undefined ? 'require the module that declares it' : `write "${near}"`;
      const message = `"${name}" contributes to the extension point "${point}", which no module declares; ${fix}`;
      return [{ file, message }];
    });
  });
}
