import { buildRouter, nearest, type Kernel, type Route } from '../../../hosting/internals.ts';

/**
 * Finds the route of an operation by method and address: `GET /articles/{id}`. The address may begin with `/api`, and its
 * parameters may have any name.
 * @throws Error for a malformed text, or an operation that does not exist
 */
export function findRoute({ routes }: Pick<Kernel, 'routes'>, operation: string): Route {
  const [, method = '', address = ''] = /^\s*([A-Za-z]+)\s+(\/\S*)\s*$/.exec(operation) ?? [];
  if (!address)
    throw new Error(`"${operation}" is no operation. Write a method and an address, such as "GET /courses/{id}".`);
  const wanted = `${method.toUpperCase()} /api${address.replace(/^\/api(?=\/)/, '')}`;
  const [verb = '', path = ''] = wanted.replaceAll(/\{[^}]*\}/g, '1').split(' ');
  const found = buildRouter(routes, (route) => route)
    .find(path)
    ?.place.entries.get(verb);
  if (found) return found;
  const names = nearest(
    wanted,
    routes.flatMap(({ methods, address }) => methods.map((method) => `${method} /api${address}`)),
  );
  const fix = names.length > 0 ? `Similar operations: ${names.join(', ')}` : 'List all with: npx lectern routes';
  throw new Error(`There is no operation ${wanted}. ${fix}.`);
}
