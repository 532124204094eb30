"""Choosing eps with sliders: `marimo run plan_app.py`. Plans are made from public facts, so nothing is read or spent.

Needs `pip install 'dphh-sql[docs,plot]'`.
"""

import marimo

app = marimo.App(width="medium", app_title="Choosing eps")


@app.cell
def _():
    import marimo as mo

    import dphh_sql
    from dphh_sql.hierarchies import parse
    from dphh_sql.plot import errors

    return dphh_sql, errors, mo, parse


@app.cell
def _(mo):
    mo.md("""
    # Choosing eps

    How small a group should the answer still show, and what does that cost? Move the sliders. No row is read and
    nothing is spent: a plan follows from public facts alone.
    """)
    return


@app.cell
def _(mo):
    kind = mo.ui.dropdown(["zip", "ipv4", "date", "chars(8)", "path(/)"], value="zip", label="hierarchy")
    eps = mo.ui.slider(
        steps=[0.05, 0.1, 0.2, 0.3, 0.5, 0.7, 1, 1.5, 2, 3, 5], value=1, label="eps", show_value=True, debounce=True
    )
    delta = mo.ui.slider(
        steps=[1e-9, 1e-8, 1e-7, 1e-6, 1e-5], value=1e-6, label="delta", show_value=True, debounce=True
    )
    raised = mo.ui.slider(
        steps=[1, 1.5, 2, 3, 5, 10], value=1, label="tau, times the least", show_value=True, debounce=True
    )
    return delta, eps, kind, raised


@app.cell
def _(kind, mo, parse):
    levels = mo.ui.multiselect(
        {str(level): level for level in parse(kind.value).all_levels},
        value=[str(level) for level in parse(kind.value).default_levels],
        label="levels",
    )
    return (levels,)


@app.cell
def _(delta, eps, kind, levels, mo, raised):
    mo.vstack([mo.hstack([kind, levels], justify="start"), mo.hstack([eps, delta, raised], justify="start", wrap=True)])
    return


@app.cell
def _(delta, dphh_sql, eps, kind, levels, mo, raised):
    asked = {"hierarchy": kind.value, "eps": eps.value, "delta": delta.value, "levels": sorted(levels.value) or None}
    try:
        least = dphh_sql.plan("dp_hhh", **asked)
        plan = dphh_sql.plan("dp_hhh", **asked, tau=int(least.tau * raised.value))
        refused = None
    except dphh_sql.DphhError as error:
        plan, refused = None, str(error)
    mo.stop(plan is None, mo.callout(refused, kind="warn"))
    return (plan,)


@app.cell
def _(mo, plan):
    mo.hstack(
        [
            mo.stat(f"{plan.tau:,}", label="threshold tau"),
            mo.stat(f"{plan.margin:,}", label="a prefix's own count is right within"),
            mo.stat(f"{plan.tau + plan.margin:,}", label="found for sure from"),
            mo.stat(f"{plan.delta_spent:.2e}", label="delta, certified"),
        ],
        justify="start",
    )
    return


@app.cell
def _(errors, mo, plan):
    mo.ui.plotly(errors(plan))
    return


@app.cell
def _(mo, plan):
    mo.accordion({"The plan in words": mo.plain_text(plan.explain())})
    return


if __name__ == "__main__":
    app.run()
