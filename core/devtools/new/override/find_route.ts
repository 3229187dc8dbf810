import { buildRouter, nearest, type Kernel, type Route } from 'lectern/host';

/**
 * Finds the route of an operation as named in the document: `GET /articles/{id}`. `/api`, plural and parameter names
 * are optional.
 * @throws Error with the operations of the most similar spelling when there is none
 */
export function findRoute({ routes }: Pick<Kernel, 'routes'>, operation: string): Route {
  const [, method = '', address = ''] = /^\s*([A-Za-z]+)\s+(\/\S*)\s*$/.exec(operation) ?? [];
  if (!address) throw new Error(`"${operation}" is no operation; write a method and an address: "GET /courses/{id}".`);
  const wanted = `${method.toUpperCase()} /api${address.replace(/^\/api(?=\/)/, '')}`;
  const [verb = '', path = ''] = wanted.replaceAll(/\{[^}]*\}/g, '1').split(' ');
  const found = buildRouter(routes, (route) => route)
    .find(path)
    ?.place.entries.get(verb);
  if (found) return found;
  const names = nearest(wanted, routes.flatMap(namesOf));
  const fix = names.length > 0 ? `There is ${names.join(', ')}` : '`npx lectern routes` shows all';
  throw new Error(`There is no operation ${wanted}. ${fix}.`);
}

function namesOf({ methods, address }: Route): string[] {
  return methods.map((method) => `${method} /api${address}`);
}
