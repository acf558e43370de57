export { type LocalOptions, local } from './adapters/sandbox/local.js';
export { type VirtualOptions, virtual } from './adapters/sandbox/virtual.js';
