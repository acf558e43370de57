#!/usr/bin/env node
// A file of the repository: npm links a command only when its file is there, and in a clone `dist` comes later.
import '../dist/bin.js';
