import type { Router } from 'express';
import type { Challenges } from '../auth/admission.ts';
import type { Config } from '../base/config_schema.ts';
import type { Logger } from '../base/logger.ts';
import type { WriteContext } from '../base/value_writers.ts';
import type { Route } from '../routes/route.ts';
import type { ApiVersions } from './api_version.ts';
import type { LimitsByCaller } from './input/body.ts';
import type { RequestHooks, RunOperation, UnroutedHandler } from './request_hooks.ts';
import type { Conventions, Middleware } from './request_services.ts';
import type { Sender } from './sender.ts';

/** Parts from which an application is created; `appPartsOf` collects them from an assembly. */
export interface AppParts {
  readonly config: Config;
  readonly logger: Logger;
  readonly routes: readonly Route[];
  readonly conventions: Conventions;
  readonly limits: LimitsByCaller;
  readonly write: WriteContext;
  readonly versions: ApiVersions;
  /** Names of the headers that carry credentials, separated by commas, for `Vary`. */
  readonly vary: string;
  readonly challenges: Challenges;
  /** Query parameters of credentials, `credentialParameters`. */
  readonly credentials: readonly (readonly string[])[];
  /** Path of the public address, `publicPathOf`. */
  readonly publicPath: string;
  /** Middleware of modules before the API. */
  readonly middleware: readonly Middleware[];
  readonly hooks: RequestHooks;
  /** The operation of a route with everything that surrounds it. */
  readonly operationOf: (route: Route) => RunOperation;
  /** Finds the handler of a path without a route. */
  readonly unrouted: (path: string) => UnroutedHandler | undefined;
  /** Adds the pages outside the API, such as health and metrics. */
  readonly pages: (router: Router) => void;
}

/** Parts of an application with the sender made of them; all endpoints share these parts. */
export interface EndpointParts extends AppParts {
  readonly sender: Sender;
}
