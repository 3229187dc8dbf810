import type { LogDestination } from '../log.ts';
import type { Exchange } from './exchange.ts';

const INFO = 30;

/**
 * Writes the line of each request, as pino would. It is put together by hand: all of its values are the kernel's own,
 * so there is nothing to quote and nothing to strike out, and the line costs a tenth. The URL stays out of it, because
 * it may carry a credential.
 */
export type RequestLog = (exchange: Exchange, status: number, milliseconds: number) => void;

export function createRequestLog(destination: LogDestination | undefined): RequestLog {
  if (!destination) return () => undefined;
  return ({ id, method, route, module }, status, milliseconds) => {
    const ms = Math.round(milliseconds * 100) / 100;
    destination.write(
      `{"level":${INFO},"time":${Date.now()},"reqId":"${id}","method":"${method}","route":"${route}","module":"${module}","status":${status},"ms":${ms},"msg":"request"}\n`,
    );
  };
}
