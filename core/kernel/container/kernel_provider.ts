import { kernelVersion } from '../base/package_info.ts';
import type { Provider } from './attribution.ts';

/** The kernel as the provider of its own services. */
export const kernelProvider: Provider = {
  layer: 'core',
  name: 'kernel',
  folder: '',
  servicesFile: 'core/kernel',
  manifest: {
    name: 'kernel',
    version: kernelVersion,
    engines: { lectern: '*' },
    offers: {
      authentication: 'Identifies the caller of a request; decorate it to change how all requests sign in.',
      authorization: 'Decides whether a caller may call an operation; decorate it to change this for all operations.',
      clock: 'Tells the time, which tests can move.',
      config: 'Configuration of the server, validated and with defaults.',
      contributions: 'Reads what modules contribute to an extension point.',
      environment: 'Environment of the process: `development`, `test` or `production`.',
      errorBodies: 'Writes the bodies of error answers; decorate it to change their form.',
      errorConversion: 'Turns anything thrown into an error answer; decorate it to change this for all operations.',
      inputReading: 'Compiles declared input to a reader of requests; decorate it to change this for all operations.',
      logger: 'Writes log lines with the name of the requesting module.',
      meters: 'Creates meters for `/metrics`.',
      publicUrl: 'Returns the public address of the installation.',
      responseFilters: 'Compiles shapes to filters of answers; decorate it to change this for all operations.',
      roles: 'Roles of the installation and their permissions.',
    },
  },
};
