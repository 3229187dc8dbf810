import type { Kernel } from 'lectern/host';
import { HostedKernel } from '../../../core/hosting/hosted_kernel.ts';

interface Call {
  readonly request: { readonly id: string; readonly method: string };
}

/**
 * Records the requests whose operation ran, in kernels that begin to listen during `start`.
 * @returns ids of these requests
 */
export async function notingOperations<T>(start: () => Promise<T>): Promise<{ started: T; ran: Set<string> }> {
  const ran = new Set<string>();
  // oxlint-disable-next-line typescript/unbound-method -- called with the kernel that it was called on
  const { listen } = HostedKernel.prototype;
  HostedKernel.prototype.listen = async function () {
    // The endpoints are made of the routes once the kernel listens.
    await this.start();
    for (const route of this.routes) noteRoute(route, ran);
    return listen.call(this);
  };
  try {
    return { started: await start(), ran };
  } finally {
    HostedKernel.prototype.listen = listen;
  }
}

function noteRoute(route: Kernel['routes'][number], ran: Set<string>): void {
  const { run, methods } = route;
  const noted = async (call: Call) => {
    const value = await run(call as never);
    const { id, method } = call.request;
    // The audit trail reads objects by `get` before their change, which is not what the request asks for.
    if (methods.includes(method === 'HEAD' ? 'GET' : method)) ran.add(id);
    return value;
  };
  Object.assign(route, { run: noted });
}
