// Express of the packed kernel, which contains it. The loader hook gives it to modules that import `express`.
import express from 'express';

export default express;
export const { application, json, raw, request, response, Router, text, urlencoded } = express;
const { static: serveStatic } = express;
export { serveStatic as static };
