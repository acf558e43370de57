import * as sdk from '@flue/sdk';

const classes = Object.entries(sdk).filter(([, value]) => /^class\b/.test(String(value)));
process.stdout.write(JSON.stringify(classes.map(([exported, { name }]) => ({ exported, name }))));
