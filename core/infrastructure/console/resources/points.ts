import { listOf, requires, resource, returns, summary, use } from 'lectern';
import { consolePoint } from '../shapes/state.ts';

@resource('/console/points')
export default class Points {
  protected readonly measurements = use('measurements');

  @summary(
    'List the last 360 points of the charts, the oldest first. ' +
      '`GET /api/console/stream` sends further points as server-sent events, each as an object of this list.',
  )
  @requires('console_charts')
  @returns(listOf(consolePoint), 'public')
  search() {
    return this.measurements.points;
  }
}
