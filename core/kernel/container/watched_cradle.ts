import type { Services } from '../declare/services.ts';

/**
 * Stands for awilix's cradle and has `get` answer for it. It is no proxy of the cradle, which each name that is asked for
 * would have copy all registrations: Node looks at the property behind a proxy, too.
 */
export function watchedCradle(cradle: Services, get: (name: string) => unknown): Services {
  return new Proxy({} as Services, {
    get: (_, name) => get(name as string),
    set: (_, name, value) => Reflect.set(cradle, name, value),
    ownKeys: () => Reflect.ownKeys(cradle),
    getOwnPropertyDescriptor: (_, name) => Reflect.getOwnPropertyDescriptor(cradle, name),
  });
}
