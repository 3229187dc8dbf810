import type { Contributions, Lifecycle, Services } from '../declare/services.ts';
import type { ChangedServices } from './changed_services.ts';
import type { PrivateServices } from './private_services.ts';
import type { Asker, PublicServices } from './public_services.ts';

/** Built services of all modules, each assigned to its module. */
export interface ServiceRegistry {
  readonly services: Services;
  /** Contributions by extension point. */
  readonly contributions: Contributions;
  /** Objects among the services of a module, in the order of their registration. */
  of(module: string): readonly Lifecycle[];
  /** Names that services, subscribers and resources have requested so far, by requesting module. */
  readonly requested: Map<string, Set<string>>;
  readonly offers: PublicServices;
  readonly privates: PrivateServices;
  /** Services as code of a module sees them that is no service itself: demo data, or a command. */
  visibleTo(asker: Asker): Services;
  readonly changed: ChangedServices;
}
