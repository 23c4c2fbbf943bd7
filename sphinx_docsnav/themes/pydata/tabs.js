/* Tabs in a header may not fit; what is done then is in a script of its own. */
docsnavTools.start(() => { if (docsnavTools.all("[data-docsnav-fit]").length) docsnavTools.load("docsnav-more.js"); });
